// Scenes as viewer/export/page/ packs them, and as the scripts draw them.

type Spot = [across: number, down: number]; // of a canvas, 0 to 1 from its upper left corner
type Numbers = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>;
interface Camera {
  target: number[];
  azimuth: number;
  elevation: number;
  distance: number;
  fov: number;
  projection: string; // perspective or ortho
}

// A block of arrays with its description, as bundle.js opens it.
interface Bundle {
  arrays: [number, number, number][];
  array(number: number): Numbers;
  keep(values: Numbers): number;
}

interface MeshRow {
  name: string;
  detail: number;
  position: number;
  normal: number;
  uv: number;
  indices: number;
  coarse?: number;
  cast?: number;
}

interface Glyph {
  uv: number[];
  box: [number, number, number, number];
  advance: number;
}

interface SharedData extends Bundle {
  fall: number;
  palettes: { [name: string]: { title: string; uniforms: Uniforms } };
  themes: { [name: string]: { table: number[]; uniforms: Uniforms } };
  glyphs: { image: number; width: number; steps: boolean; letters: { [letter: string]: Glyph } };
  outlined: Uniforms[];
  shaders: { [name: string]: string };
  meshes: MeshRow[];
}

type Uniforms = { [name: string]: any };

interface BatchRow {
  mesh: number;
  material: string;
  translucent: boolean;
  /** Nothing hides it, as an arrow. */
  through?: boolean;
  /** It hangs in the air and casts no shadow. */
  floats?: boolean;
}

// Members are kept as what a set has more and less than its base, each as steps.
interface SetRow {
  more?: number[];
  less?: number[];
}

interface SceneRow extends SetRow {
  base?: number;
  shift?: number[];
  labels: number;
  bounds: number;
  ground: number | null;
}

type LabelRow = [
  text: string, x: number, y: number, z: number, height: number, outlined?: 1, ...facing: number[],
];

// Scenes that one drawing finds; `shared` are the meshes, shaders and colours of all of them.
interface SceneBook {
  shared: SharedData;
  batches: { material: string }[];
  labels: LabelRow[];
  labelSets: number[][];
}

interface SceneData extends Bundle {
  batches: BatchRow[];
  instances: number[];
  position: number;
  orientation: number;
  look: number;
  pattern: number;
  labels: LabelRow[];
  labelSets: number[][];
  bounds: number[];
  scenes: SceneRow[];
  groups: { text: string; size: number }[];
  groupOwn: number;
  groupBits: number;
}

// How levels are spread: not at all, or as the scene of that name in a row shows them.
type Spread = "" | "spread" | "layers";

// A position of a record.
interface NodeRow extends SetRow {
  parent: number;
  ply: number;
  text: string;
  colour: string;
  state: string;
  words: [label: string, value: string][];
  comment?: string;
  groups?: number[];
  scene: number;
  spread?: number;
  layers?: number;
  fall?: number;
  takes?: boolean; // pieces are taken off
  main: boolean;
  effect?: string; // of a board's positions: what the move does, in words
}

interface Spoken {
  nodes: NodeRow[];
  said: [heading: number, place: string, piece: number][];
  headings: string[];
  pieces: string[];
}

type Stamp = [top: number, ink: number, opacity: number, path: string][];

// A record in a page: game_data.py.
interface StoryData extends SceneData, Spoken {
  shared: SharedData;
  title: string;
  about: string;
  start: number;
  views: { [name: string]: Camera };
  view: string;
  palette: string;
  record: number;
  file: string;
  stampOf: number;
  stamps: Stamp[];
  stampInks: { [palette: string]: [fill: string, line: string][] };
  letters: string;
}

interface DrawnBatch extends BatchRow {
  kind: number;
  count: number;
  data: Float32Array<ArrayBuffer>;
}

interface DrawnScene {
  number: number | string;
  batches: DrawnBatch[];
  labels: number;
  bounds: Numbers;
  ground: number | null;
}

// A texture that is drawn into.
interface Target {
  texture: WebGLTexture;
  frame: WebGLFramebuffer;
  w: number;
  h: number;
  own?: WebGLRenderbuffer;
  array?: WebGLVertexArrayObject;
  buffer?: WebGLBuffer;
}

// The table's: the fans that are drawn, and where it is brighter.
interface TableTarget extends Target {
  array: WebGLVertexArrayObject;
  buffer: WebGLBuffer;
  first: number;
  pool: number[];
}

interface Indices {
  buffer: WebGLBuffer;
  count: number;
}

interface LoadedMesh {
  detail: number;
  position: WebGLBuffer;
  normal: WebGLBuffer;
  uv: WebGLBuffer;
  indices: Indices;
  coarse?: Indices;
  cast?: Indices;
}

interface LoadedBatch extends DrawnBatch {
  solid: LoadedMesh;
  buffer: WebGLBuffer;
  fine: WebGLVertexArrayObject;
  coarse?: WebGLVertexArrayObject;
  depth: WebGLVertexArrayObject;
  shape: Indices;
  arrays: WebGLVertexArrayObject[];
}

interface LaidOut {
  array: WebGLVertexArrayObject;
  buffers: WebGLBuffer[];
  count: number;
}

// What a pointer turns: a table, or what stands in its place.
interface Turnable {
  hold(): void;
  turn(right: number, up: number): void;
  coast(right: number, up: number): void;
  zoom(factor: number, place?: number[]): void;
  look(): void;
}

// What takes the world to the light's map.
interface LightFrame {
  rows: number[][];
  offset: number[];
  extent: number[];
}

interface Uniform {
  name: string;
  place: WebGLUniformLocation | null;
  set(place: WebGLUniformLocation | null, value: any): void;
}

interface Program {
  handle: WebGLProgram;
  shaders: WebGLShader[];
  uniforms?: Uniform[];
}
