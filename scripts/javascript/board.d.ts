// What a board's page asks of server/table/, and what its parts hand to each other.

interface Plan {
  path: string[] | null;
  move: string;
}

// An answer with scenes, once scene_cache.js has opened it.
interface Book extends SceneData {
  shared_meshes: number;
  meshes: MeshRow[];
  views: { [name: string]: Camera };
  sceneSet: Scenes;
}

interface Positions extends Book, Spoken {
  first: number;
  spoken: SpokenPosition;
}

interface PlaceTarget {
  text: string;
  all: string[];
  place: [number, number, number];
}

interface Targets extends Book {
  base: number;
  radius: number;
  taken: string;
  targets: PlaceTarget[];
  asks: string;
  others: string[];
  picks: boolean;
  takes_up: boolean;
}

interface Choice {
  text: string;
  key: string;
  whole: boolean;
  label: string;
  scene: number;
  words: string;
  aloud: string;
}

interface Choices extends Book {
  base: number;
  target: string;
  choices: Choice[];
}

// A position of a board's page: a node of an answer.
interface Place {
  book: Positions;
  row: NodeRow;
  node: number;
}

interface Ghost {
  book: Book;
  scene: number;
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
  change?: { before: number; after: number };
}

type Direction = [right: number, up: number]; // of the screen, one of them 0 and the other 1 or -1

interface Click {
  place: Spot;
  camera: Camera | null;
  by: string;
}

interface GameRow {
  game: string;
  options: { name: string; default: string | number | boolean; title: string }[];
  colours: string[];
}

interface GameWords {
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
  secret: string;
  settings: Settings;
  shared: SharedData;
  table: LiveTable | BlindTable;
  readonly mine: boolean;
  readonly own: boolean;
  readonly playing: boolean;
  readonly seat: number;
  ending(): string;
  placeAt(ply: number): Place | undefined;
  play(text: string): Promise<void>;
  rematchAt(number: number, now?: boolean): void;
  showEnd(): void;
}
