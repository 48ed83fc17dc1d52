// The same as driver.c, for a module of WebAssembly: node driver.js MODULE FUNCTION JOB.
"use strict";
const { readFileSync } = require("node:fs");

const PAGE = 65536;
const SLICE = 250n; // node improves a function between its calls, not during one

async function main(path, name, file) {
  const { instance } = await WebAssembly.instantiate(readFileSync(path));
  const { memory, [name]: search } = instance.exports;
  const job = readFileSync(file);
  const [size, hashed, addresses, tree, work, root, state, simulations] = Array.from(
    { length: 8 }, (_, i) => Number(job.readBigInt64LE(8 * i)));
  const base = memory.grow(Math.ceil((size + 8) / PAGE)) * PAGE;
  const image = 64 + 8 * addresses;
  new Uint8Array(memory.buffer).set(job.subarray(image, image + size), base);
  const view = new DataView(memory.buffer);
  for (let i = 0; i < addresses; i++) {
    const place = base + Number(job.readBigInt64LE(64 + 8 * i));
    view.setBigUint64(place, view.getBigUint64(place, true) + BigInt(base), true);
  }
  const status = base + size;
  let done = 0n;
  while (done < simulations) {
    const left = BigInt(simulations) - done;
    const made = search(
      base + tree, base + work, base + root, base + state, left < SLICE ? left : SLICE, status);
    if (made === 0n) break;
    done += made;
  }
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < hashed; i += 8) {
    hash = BigInt.asUintN(64, (hash ^ view.getBigUint64(base + i, true)) * 0x100000001b3n);
  }
  console.log(`${done} ${view.getBigInt64(status, true)} ${hash.toString(16).padStart(16, "0")}`);
}

main(...process.argv.slice(2));
