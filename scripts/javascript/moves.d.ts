// A position, what may be played in it, and who points at it: on the page of a game or a puzzle.

type BlindTable = import("../../assets/live/blind_table.js").BlindTable;
type LiveTable = import("../../assets/live/table.js").LiveTable;
type MoveInput = import("../../assets/live/move_input.js").MoveInput;
type Scenes = import("../../assets/page/drawing/scenes.js").Scenes;
type SpokenPosition = import("../../assets/page/spoken.js").SpokenPosition;

// An answer with scenes, once scene_cache.js has opened it.
interface Book extends SceneData {
  shared_meshes: number;
  meshes: MeshRow[];
  views: { [name: string]: Camera };
  sceneSet: Scenes;
}

interface Positions extends Book, Spoken {
  first: number;
  sides: { [colour: string]: string }; // the view of each colour that has its own side
  turn: string; // the colour to move in the last one
  spoken: SpokenPosition;
}

interface PlaceTarget {
  text: string;
  all: string[];
  place: [number, number, number];
}

// A place where nothing can be played, which arrow keys pass over, and why.
interface BlockedPlace {
  place: [number, number, number];
  why: string;
}

interface Targets extends Book {
  base: number;
  radius: number;
  taken: string;
  targets: PlaceTarget[];
  blocked: BlockedPlace[];
  asks: string;
  others: string[];
  picks: boolean;
  takes_up: boolean;
}

interface Choice {
  text: string;
  told: string; // the text as readers need it
  key: string;
  move: string | null; // a whole move as the record will have it, else null
  label: string;
  scene: number;
  words: string;
  aloud: string;
}

interface Choices extends Book {
  base: number;
  target: string;
  opened: string;
  choices: Choice[];
}

// What a pointer means: a target, and the choice there that it points at; or why it means nothing.
interface Meant {
  target: string | null;
  aim: string | null;
  reason: string;
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

type Direction = [right: number, up: number]; // of the screen, one of them 0 and the other 1 or -1

interface Click {
  place: Spot;
  camera: Camera | null;
  by: string;
  at: number; // milliseconds on the page's clock
}

// What pointing.js uses of a page.
interface Pointed {
  moveInput: MoveInput;
  table: LiveTable | BlindTable;
  settings: { confirm: boolean; careful: boolean; quickTouch?: boolean };
  pointer: Spot | null;
  over: string | null;
  asking: boolean;
  asksAgain: boolean;
  byKeys: boolean;
  keysAt: PlaceTarget | BlockedPlace | null;
  turned: number;
  way: Direction | null;
  clicked: Click | null;
  pinned: boolean;
  step(direction: Direction): void;
}
