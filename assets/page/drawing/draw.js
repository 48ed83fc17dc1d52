// Draws scenes as the desk does, by the same shaders: viewer/renderer/ in WebGL2.

import { basis, halfHeight, plus, unprojected, viewProjection } from "./camera.js";
import { Card } from "./card.js";
import { lightFrame, lightProjection, lightUniforms, mapSize, POOL_SIDES, tableFan, toLight } from "./light.js";
import { PLACES, Programs } from "./programs.js";
import { STRIDE } from "./scenes.js";

export class Drawing extends Card {
  /** @type {Programs} */
  programs;
  /** @type {Map<number, LoadedMesh>} */
  meshes = new Map();
  /** @type {LoadedBatch[]} */
  batches = [];
  /** @type {DrawnScene | null} */
  drawn = null;
  /** @type {Map<number, LaidOut[]>} */
  letters = new Map();
  /** @type {WebGLTexture | null} */
  glyphs = null;
  /** @type {Target | null} */
  depthTarget = null;
  /** @type {TableTarget | null} */
  tableTarget = null;
  /** @type {Target | null} */
  asked = null;
  /** @type {Uniforms} */
  lightValues = {};
  lit = ""; // the direction of the light that the maps are drawn for

  // Throws where there is no WebGL2, or a shader does not compile.
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {StoryData} story
   */
  constructor(canvas, story) {
    super(canvas.getContext("webgl2", { antialias: true, alpha: true, premultipliedAlpha: true }));
    this.canvas = canvas;
    this.story = story;
    this.prepare();
  }

  // Everything that is lost with the context.
  prepare() {
    const { gl } = this;
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    this.programs = new Programs(gl, this.story.shared.shaders);
    this.programs.begin(this.story.batches.map(({ material }) => material));
    this.meshes = new Map();
    this.batches = [];
    this.drawn = null;
    this.lit = "";
    const { glyphs, array } = this.story.shared;
    this.glyphs = this.grey(glyphs, array);
    this.depthTarget = this.tableTarget = this.asked = null;
    this.letters = new Map();
  }

  // Free what lies on the card; another drawing may take the canvas.
  release() {
    const { gl } = this;
    this.batches.forEach((batch) => this.drop(batch));
    [this.depthTarget, this.tableTarget, this.asked].forEach((target) => this.forget(target));
    gl.deleteTexture(this.glyphs);
    for (const mesh of this.meshes.values()) {
      const parts = [mesh.indices, mesh.coarse, mesh.cast].flatMap((part) => (part ? [part.buffer] : []));
      [mesh.position, mesh.normal, mesh.uv, ...parts].forEach((buffer) => gl.deleteBuffer(buffer));
    }
    for (const { array, buffers } of [...this.letters.values()].flat()) {
      gl.deleteVertexArray(array);
      buffers.forEach((buffer) => gl.deleteBuffer(buffer));
    }
    this.programs.release();
  }

  // Draw a scene into the canvas. `style` has the uniforms of a palette and a theme.
  /**
   * @param {DrawnScene} scene
   * @param {Camera} camera
   * @param {Uniforms} style
   * @param {number[]} background
   */
  draw(scene, camera, style, background) {
    const { gl, canvas } = this;
    const direction = toLight(camera);
    this.load(scene);
    const uniforms = { ...style, ...this.seen(camera, direction), ...this.light(scene, direction) };
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, canvas.width, canvas.height);
    const [red, green, blue] = background;
    gl.clearColor(red, green, blue, 1);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LESS);
    gl.enable(gl.CULL_FACE);
    gl.disable(gl.BLEND);
    const scale = canvas.height / (2 * halfHeight(camera));
    this.solids(false, uniforms, scale);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    if (scene.ground !== null) this.drawTable(uniforms);
    this.writeLabels(scene.labels, 0, { ...uniforms, inlaid: 1, spread: 0 });
    this.solids(true, uniforms, scale);
    // Over all that is there, all outlines first, so that none hides a letter.
    gl.disable(gl.DEPTH_TEST);
    for (const outline of this.story.shared.outlined) this.writeLabels(scene.labels, 1, { ...uniforms, ...outline });
    gl.enable(gl.DEPTH_TEST);
  }

  /**
   * @param {Camera} camera
   * @param {number[]} direction
   */
  seen(camera, direction) {
    const [right, , back] = basis(camera);
    const eye = plus(camera.target, back, camera.distance);
    return {
      view_proj: viewProjection(camera, this.canvas.width / this.canvas.height),
      eye: camera.projection === "ortho" ? [...back, 0] : [...eye, 1],
      right: right.slice(0, 2),
      to_light: direction,
      lamp: direction,
      glyphs: 1,
    };
  }

  // Which of the groups is seen at a pixel (x, y from below), -1 for none. `alone` has for each
  // group the batches of what is lit of it.
  /**
   * @param {DrawnScene} scene
   * @param {Camera} camera
   * @param {number} x
   * @param {number} y
   * @param {DrawnBatch[][]} alone
   */
  groupAt(scene, camera, x, y, alone) {
    const { gl } = this;
    const { view_proj, eye } = this.ask(scene, camera, x, y, "depth");
    gl.drawBuffers([gl.COLOR_ATTACHMENT0]);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(-1, -1);
    alone.forEach((batches, group) => {
      for (const batch of batches.map((rows) => this.batch(rows))) {
        this.programs.use("solid", "group", { view_proj, eye, mark: [(group + 1) / 255, 0, 0, 1] });
        gl.bindVertexArray(batch.fine);
        gl.drawElementsInstanced(gl.TRIANGLES, batch.solid.indices.count, gl.UNSIGNED_INT, 0, batch.count);
        this.drop(batch);
      }
    });
    gl.disable(gl.POLYGON_OFFSET_FILL);
    return this.answer(x, y)[0] - 1;
  }

  // Draw a scene's solids by a fragment shader into one pixel of a picture that nobody sees.
  /**
   * @param {DrawnScene} scene
   * @param {Camera} camera
   * @param {number} x
   * @param {number} y
   * @param {string} fragment
   */
  ask(scene, camera, x, y, fragment) {
    const { gl, canvas } = this;
    this.load(scene);
    const { view_proj, eye } = this.seen(camera, toLight(camera));
    if (!this.asked || this.asked.w !== canvas.width || this.asked.h !== canvas.height) {
      this.forget(this.asked);
      this.asked = this.target(canvas.width, canvas.height, false, true);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.asked.frame);
    gl.drawBuffers([fragment === "depth" ? gl.NONE : gl.COLOR_ATTACHMENT0]);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(x, y, 1, 1);
    gl.clearColor(0, 0, 0, 0);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.CULL_FACE);
    gl.disable(gl.BLEND);
    for (const batch of this.batches) {
      this.programs.use("solid", fragment, { view_proj, eye });
      gl.bindVertexArray(batch.fine);
      gl.drawElementsInstanced(gl.TRIANGLES, batch.solid.indices.count, gl.UNSIGNED_INT, 0, batch.count);
    }
    return { view_proj, eye };
  }

  // What was drawn into that pixel: four bytes.
  /**
   * @param {number} x
   * @param {number} y
   */
  answer(x, y) {
    const { gl } = this;
    const pixel = new Uint8Array(4);
    gl.readPixels(x, y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    gl.disable(gl.SCISSOR_TEST);
    return pixel;
  }

  // The place in the world that is seen at a pixel (x, y from below), null for none.
  /**
   * @param {DrawnScene} scene
   * @param {Camera} camera
   * @param {number} x
   * @param {number} y
   */
  placeAt(scene, camera, x, y) {
    const { canvas } = this;
    this.ask(scene, camera, x, y, "deep");
    const [a, b, c, hit] = this.answer(x, y);
    if (!hit) return null;
    const deep = a / 255 + b / 255 / 255 + c / 255 / 65025;
    const aspect = canvas.width / canvas.height;
    return unprojected(camera, aspect, (2 * x + 1) / canvas.width - 1, (2 * y + 1) / canvas.height - 1, 2 * deep - 1);
  }

  // -- solids

  /** @param {DrawnScene} scene */
  load(scene) {
    if (this.drawn === scene) return;
    this.batches.forEach((batch) => this.drop(batch));
    this.batches = scene.batches.map((batch) => this.batch(batch));
    this.drawn = scene;
    this.lit = "";
  }

  /**
   * @param {DrawnBatch} batch
   * @returns {LoadedBatch}
   */
  batch(batch) {
    const { gl } = this;
    const mesh = this.mesh(batch.mesh);
    const buffer = this.buffer(gl.ARRAY_BUFFER, batch.data);
    const array = (/** @type {Indices} */ indices) => this.vertexArray(mesh, buffer, indices.buffer);
    const [fine, coarse] = [array(mesh.indices), mesh.coarse && array(mesh.coarse)];
    const shape = mesh.cast || mesh.coarse || mesh.indices;
    const depth = array(shape);
    return { ...batch, solid: mesh, buffer, fine, coarse, depth, shape,
             arrays: coarse ? [fine, coarse, depth] : [fine, depth] };
  }

  /** @param {LoadedBatch} batch */
  drop(batch) {
    this.gl.deleteBuffer(batch.buffer);
    batch.arrays.forEach((array) => this.gl.deleteVertexArray(array));
  }

  /**
   * @param {number} number
   * @returns {LoadedMesh}
   */
  mesh(number) {
    const known = this.meshes.get(number);
    if (known) return known;
    const { gl, story: { shared } } = this;
    const mesh = shared.meshes[number];
    const corners = (/** @type {number} */ values) => this.buffer(gl.ARRAY_BUFFER, shared.array(values));
    const triangles = (/** @type {number} */ indices) => {
      const values = Uint32Array.from(shared.array(indices));
      return { buffer: this.buffer(gl.ELEMENT_ARRAY_BUFFER, values), count: values.length };
    };
    const loaded = {
      detail: mesh.detail,
      position: corners(mesh.position), normal: corners(mesh.normal), uv: corners(mesh.uv),
      indices: triangles(mesh.indices),
      coarse: mesh.coarse === undefined ? undefined : triangles(mesh.coarse),
      cast: mesh.cast === undefined ? undefined : triangles(mesh.cast),
    };
    this.meshes.set(number, loaded);
    return loaded;
  }

  /**
   * @param {Pick<LoadedMesh, "position" | "normal" | "uv">} mesh
   * @param {WebGLBuffer} instances
   * @param {WebGLBuffer} indices
   */
  vertexArray(mesh, instances, indices) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    /** @type {(place: number, size: number, stride: number, offset: number, divisor: number) => void} */
    const attribute = (place, size, stride, offset, divisor) => {
      gl.enableVertexAttribArray(place);
      if (PLACES[place] === "pattern") gl.vertexAttribIPointer(place, 1, gl.UNSIGNED_INT, stride, offset);
      else gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(place, divisor);
    };
    [mesh.position, mesh.normal, mesh.uv].forEach((buffer, place) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      attribute(place, place < 2 ? 3 : 2, 0, 0, 0);
    });
    gl.bindBuffer(gl.ARRAY_BUFFER, instances);
    [[3, 3, 0], [4, 4, 12], [5, 4, 28], [6, 1, 44]].forEach(([place, size, offset]) => {
      attribute(place, size, 4 * STRIDE, offset, 1);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bindVertexArray(null);
    return array;
  }

  /**
   * @param {boolean} translucent
   * @param {Uniforms} uniforms
   * @param {number} scale
   */
  solids(translucent, uniforms, scale) {
    const { gl } = this;
    for (const batch of this.batches) {
      if (batch.translucent !== translucent) continue;
      this.programs.use("solid", batch.material, uniforms);
      // Details that are smaller than a pixel are left out.
      const { coarse } = batch.solid.detail * scale <= 1 ? batch.solid : { coarse: undefined };
      gl.bindVertexArray(coarse && batch.coarse ? batch.coarse : batch.fine);
      const { count } = coarse ?? batch.solid.indices;
      if (batch.through) gl.disable(gl.DEPTH_TEST); // nothing hides it
      gl.drawElementsInstanced(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0, batch.count);
      gl.enable(gl.DEPTH_TEST);
    }
  }

  // -- light and shadow

  // The light's uniforms; its maps are drawn again only for another scene or direction.
  /**
   * @param {DrawnScene} scene
   * @param {number[]} direction
   */
  light(scene, direction) {
    const { gl } = this;
    const key = direction.join();
    if (this.lit !== key) {
      const frame = lightFrame(scene.bounds, direction);
      this.drawDepth(frame);
      this.lightValues = lightUniforms(frame);
      const { ground } = scene;
      if (ground !== null) this.collectShade({ ...scene, ground }, direction);
      this.lit = key;
    }
    gl.activeTexture(gl.TEXTURE0);
    this.bindDepths();
    return this.lightValues;
  }

  bindDepths() {
    this.gl.bindTexture(this.gl.TEXTURE_2D, this.depthTarget?.texture ?? null);
  }

  /** @param {LightFrame} frame */
  drawDepth(frame) {
    const { gl } = this;
    const [w, h] = frame.extent.slice(0, 2).map(mapSize);
    let target = this.depthTarget;
    if (!target || target.w !== w || target.h !== h) {
      this.forget(target);
      target = this.depthTarget = this.target(w, h, true);
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.frame);
    gl.viewport(0, 0, w, h);
    gl.depthMask(true);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LESS);
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.BLEND);
    this.programs.use("depth", "depth", { view_proj: lightProjection(frame) });
    for (const batch of this.batches) {
      if (batch.translucent || batch.floats) continue;
      gl.bindVertexArray(batch.depth);
      gl.drawElementsInstanced(gl.TRIANGLES, batch.shape.count, gl.UNSIGNED_INT, 0, batch.count);
    }
  }

  /**
   * @param {DrawnScene & { ground: number }} scene
   * @param {number[]} direction
   */
  collectShade(scene, direction) {
    const { gl } = this;
    const { shaded, whole, size: [w, h], pool } = tableFan(scene.bounds, scene.ground, direction);
    this.forget(this.tableTarget);
    const target = this.target(w, h, false);
    const array = gl.createVertexArray();
    const buffer = this.buffer(gl.ARRAY_BUFFER, new Float32Array([...shaded, ...whole]));
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    [[0, 3, 0], [2, 2, 12]].forEach(([place, count, offset]) => {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, count, gl.FLOAT, false, 20, offset);
    });
    const first = shaded.length / 5;
    this.tableTarget = { ...target, array, buffer, first, pool };
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.frame);
    gl.viewport(0, 0, w, h);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.disable(gl.DEPTH_TEST);
    gl.activeTexture(gl.TEXTURE0);
    this.bindDepths();
    this.programs.use("shade", "shade", this.lightValues);
    gl.bindVertexArray(array);
    gl.drawArrays(gl.TRIANGLE_FAN, 0, first);
  }

  /** @param {Uniforms} uniforms */
  drawTable(uniforms) {
    const { gl } = this;
    if (!this.tableTarget) return;
    const { texture, pool, array, first } = this.tableTarget;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    this.programs.use("table", "table", { ...uniforms, pool });
    gl.bindVertexArray(array);
    gl.drawArrays(gl.TRIANGLE_FAN, first, POOL_SIDES);
    this.bindDepths();
  }

  // -- labels

  /**
   * @param {number} number
   * @param {number} outlined
   * @param {Uniforms} uniforms
   */
  writeLabels(number, outlined, uniforms) {
    const { gl } = this;
    const kinds = this.letters.get(number) ?? [0, 1].map((kind) => this.layOut(number, kind));
    this.letters.set(number, kinds);
    const { array, count } = kinds[outlined];
    if (!count) return;
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.glyphs);
    gl.activeTexture(gl.TEXTURE0);
    this.programs.use("label", "label", uniforms);
    gl.bindVertexArray(array);
    gl.depthMask(false);  // the boxes of letters go over each other, so none may hide the next
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    gl.depthMask(true);
  }

  /**
   * @param {number} number
   * @param {number} outlined
   * @returns {LaidOut}
   */
  layOut(number, outlined) {
    const { gl, story } = this;
    const labels = story.labelSets[number].map((label) => story.labels[label]);
    const rows = labels.filter((label) => (label[5] ?? 0) === outlined).flatMap((label) => this.lettersOf(label));
    const corners = this.buffer(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]));
    const data = this.buffer(gl.ARRAY_BUFFER, new Float32Array(rows.flat()));
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, corners);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, data);
    [[1, 3, 0], [2, 4, 12], [3, 4, 28], [4, 4, 44]].forEach(([place, size, offset]) => {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 60, offset);
      gl.vertexAttribDivisor(place, 1);
    });
    return { array, buffers: [corners, data], count: rows.length };
  }

  // A row for each letter of a label, the text centred on its place.
  /** @param {LabelRow} label */
  lettersOf([text, x, y, z, height, , ...facing]) {
    const glyphs = [...text].map((letter) => this.story.shared.glyphs.letters[letter]);
    let pen = -glyphs.reduce((sum, glyph) => sum + glyph.advance, 0) / 2;
    return glyphs.map(({ uv, box, advance }) => {
      const [left, bottom, width, tall] = box;
      const place = [pen + left, bottom - 0.5, width, tall].map((value) => value * height);
      pen += advance;
      return [x, y, z, ...place, ...uv, ...(facing.length ? facing : [0, 0, 0, 0])];
    });
  }
}
