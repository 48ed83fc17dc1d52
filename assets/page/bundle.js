// The game's data: deflated bytes in base64, with a description in JSON at their head and arrays of
// numbers behind it. viewer/export/page/bundle.py writes them.

const TYPES = [Uint8Array, Uint16Array, Uint32Array, Float32Array];

// The description, its arrays in place: `array(k)` gives the k-th, row by row; `keep` adds one.
/** @param {Uint8Array<ArrayBuffer>} packed */
export async function opened(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const story = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  /** @type {Numbers[]} */
  const arrays = [];
  let at = 4 + length;
  for (const [kind, rows, columns] of story.arrays) {
    const size = TYPES[kind].BYTES_PER_ELEMENT;
    arrays.push(joined(bytes.subarray(at, at + size * rows * columns), TYPES[kind], rows, columns));
    at += size * rows * columns;
  }
  story.array = (/** @type {number} */ number) => arrays[number];
  story.keep = (/** @type {Numbers} */ values) => arrays.push(values) - 1;
  return story;
}

// An array from its bytes: they lie column by column, of each all first bytes, then all second ones.
/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {typeof TYPES[number]} Type
 * @param {number} rows
 * @param {number} columns
 */
function joined(bytes, Type, rows, columns) {
  const size = Type.BYTES_PER_ELEMENT;
  const rowMajor = new Uint8Array(bytes.length);
  let from = 0;
  for (let column = 0; column < columns; column++) {
    for (let plane = 0; plane < size; plane++) {
      for (let row = 0; row < rows; row++) {
        rowMajor[(row * columns + column) * size + plane] = bytes[from++];
      }
    }
  }
  return new Type(rowMajor.buffer);
}

// An image's pixels from the steps that lie between those of a row.
/**
 * @param {Numbers} steps
 * @param {number} width
 */
export function unfolded(steps, width) {
  const pixels = Uint8Array.from(steps);
  for (let i = 0; i < pixels.length; i++) {
    if (i % width) pixels[i] += pixels[i - 1];
  }
  return pixels;
}
