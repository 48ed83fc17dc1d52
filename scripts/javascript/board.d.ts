// What a board's page asks of server/table/, and what its parts hand to each other.

interface Plan {
  path: string[] | null;
  move: string;
}

interface PendingMove {
  move: string;
  ply: number;
  ghost?: Ghost | null;
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

// What view.js uses of the page that it is the base of.
interface BoardView {
  board: Board;
  ply: number;
  line: string[] | null;
  from: number;
  sending: PendingMove | null;
  ahead: number;
  alerts: Alerts;
  way: Direction | null;
  clicked: Click | null;
  pinned: boolean;
  dark: MediaQueryList;
  game: GameWords;
  list: Moves;
  moveInput: MoveInput;
  palette: string;
  players: Players;
  review: Review;
  secret: string;
  guide: Guide;
  settings: Settings;
  shared: SharedData;
  table: LiveTable | BlindTable;
  readonly mine: boolean;
  readonly nextBoard: number | null;
  readonly own: boolean;
  readonly playing: boolean;
  readonly seat: number;
  ending(): string;
  placeAt(ply: number): Place | undefined;
  play(text: string): Promise<void>;
  rematchAt(number: number, now?: boolean): void;
  showEnd(): void;
}
