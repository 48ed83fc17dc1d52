// What a board's page asks of server/table/, and what its parts hand to each other.

interface Plan {
  path: string[] | null;
  move: string;
}

interface PendingMove {
  move: string;
  ply: number;
  at?: number; // when it was chosen, or was said to be played all the same
  ghost?: Ghost | null;
  path?: string; // of the choices that it is one of, for its ghost on a page that is loaded anew
  waits?: boolean;
  cancelled?: boolean;
}

interface Person {
  account?: boolean;
  rating?: number;
  provisional?: boolean;
  text?: string;
  change?: { before: number; after: number };
}

interface GameRow {
  game: string;
  about: string;
  options: { name: string; default: string | number | boolean; title: string }[];
  colours: string[];
}

interface GameWords {
  about: string;
  colours: string[];
  defaults: { [option: string]: string | number | boolean };
  titles: { [option: string]: string };
}
