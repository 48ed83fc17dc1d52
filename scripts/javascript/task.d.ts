// What move_input.js asks of the server on the page of a task, and what it has no use for there.

interface Net {
  again<T>(act: () => Promise<T>, waiting?: () => void, needed?: () => boolean): Promise<T | null>;
  scenes(path: string): Promise<any>;
  json(path: string): Promise<any>;
}

interface SpokenPosition {}
