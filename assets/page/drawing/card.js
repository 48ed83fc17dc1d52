// What lies on the graphics card: buffers, and textures that are given or drawn into.

import { unfolded } from "../bundle.js";
import { tr } from "../texts.js";

export class Card {
  // `gl` is a context of WebGL2, null where there is none.
  /** @param {WebGL2RenderingContext | null} gl */
  constructor(gl) {
    if (!gl) throw new Error(tr("no WebGL2"));
    this.gl = gl;
  }

  /**
   * @param {number} target
   * @param {Numbers} values
   */
  buffer(target, values) {
    const { gl } = this;
    gl.bindVertexArray(null);
    const buffer = gl.createBuffer();
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, values, gl.STATIC_DRAW);
    return buffer;
  }

  // A texture to draw into: of depths, or of amounts; one that is asked has colours and a depth.
  /**
   * @param {number} w
   * @param {number} h
   * @param {boolean} depth
   * @returns {Target}
   */
  target(w, h, depth, asked = false) {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    const [inner, outer, kind] = depth
      ? [gl.DEPTH_COMPONENT24, gl.DEPTH_COMPONENT, gl.UNSIGNED_INT]
      : asked ? [gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE] : [gl.R8, gl.RED, gl.UNSIGNED_BYTE];
    gl.texImage2D(gl.TEXTURE_2D, 0, inner, w, h, 0, outer, kind, null);
    this.filter(gl.LINEAR, gl.CLAMP_TO_EDGE);
    if (depth) gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    const place = depth ? gl.DEPTH_ATTACHMENT : gl.COLOR_ATTACHMENT0;
    gl.framebufferTexture2D(gl.FRAMEBUFFER, place, gl.TEXTURE_2D, texture, 0);
    if (depth) gl.drawBuffers([gl.NONE]);
    if (!asked) return { texture, frame, w, h };
    const own = gl.createRenderbuffer();
    gl.bindRenderbuffer(gl.RENDERBUFFER, own);
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, w, h);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, own);
    return { texture, frame, w, h, own };
  }

  /** @param {Target | null} target */
  forget(target) {
    const { gl } = this;
    if (!target) return;
    gl.deleteTexture(target.texture);
    gl.deleteFramebuffer(target.frame);
    gl.deleteVertexArray(target.array || null);
    gl.deleteBuffer(target.buffer || null);
    gl.deleteRenderbuffer(target.own || null);
  }

  /**
   * @param {number} how
   * @param {number} wrap
   */
  filter(how, wrap) {
    const { gl } = this;
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, how);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, how);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrap);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrap);
  }

  // A texture of one channel: an image, among arrays that are told by numbers.
  /**
   * @param {{ image: number, width: number, steps: boolean }} row
   * @param {(number: number) => Numbers} array
   */
  grey({ image, width, steps }, array) {
    const { gl } = this;
    const texture = gl.createTexture();
    const values = steps ? unfolded(array(image), width) : array(image);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, width, values.length / width, 0, gl.RED,
                  gl.UNSIGNED_BYTE, values);
    this.filter(gl.LINEAR, gl.CLAMP_TO_EDGE);
    return texture;
  }
}
