// Shader programs and their uniforms.

// The places of a mesh's and an instance's numbers, by vertex shader.
export const PLACES = ["in_position", "in_normal", "in_uv", "at", "turn", "look", "pattern"];
/** @type {{ [vertex: string]: string[] }} */
const ATTRIBUTES = {
  solid: PLACES,
  depth: PLACES,
  label: ["in_corner", "at", "box", "uv_box", "facing"],
  shade: ["in_position", "", "in_uv"],
  table: ["in_position", "", "in_uv"],
};

export class Programs {
  // `texts` are the shaders' by their names.
  /**
   * @param {WebGL2RenderingContext} gl
   * @param {{ [name: string]: string }} texts
   */
  constructor(gl, texts) {
    this.gl = gl;
    this.texts = texts;
    /** @type {Map<string, Program>} */
    this.compiled = new Map();
  }

  release() {
    for (const { handle, shaders } of this.compiled.values()) {
      shaders.forEach((shader) => this.gl.deleteShader(shader));
      this.gl.deleteProgram(handle);
    }
    this.compiled.clear();
  }

  /**
   * @param {string} vertex
   * @param {string} fragment
   * @param {Uniforms} values
   */
  use(vertex, fragment, values) {
    const { gl } = this;
    const program = this.program(vertex, fragment);
    gl.useProgram(program.handle);
    for (const { name, place, set } of program.uniforms) {
      if (values[name] !== undefined) set(place, values[name]);
    }
  }

  // Begin to compile all programs that a game's pictures need. A browser does that beside each other,
  // as long as nobody asks how it went.
  /** @param {string[]} materials */
  begin(materials) {
    Object.keys(ATTRIBUTES).filter((name) => name !== "solid").forEach((name) => this.start(name, name));
    materials.forEach((name) => this.start("solid", name));
  }

  /**
   * @param {string} vertex
   * @param {string} fragment
   * @returns {Program & { uniforms: Uniform[] }}
   */
  program(vertex, fragment) {
    const { gl } = this;
    const program = this.start(vertex, fragment);
    const { handle, shaders } = program;
    if (!program.uniforms && !gl.getProgramParameter(handle, gl.LINK_STATUS)) {
      const logs = shaders.map((shader) => gl.getShaderInfoLog(shader));
      throw new Error([vertex, fragment, gl.getProgramInfoLog(handle), ...logs].join(" "));
    }
    const uniforms = program.uniforms ??= this.uniformsOf(handle);
    return { handle, shaders, uniforms };
  }

  /**
   * @param {string} vertex
   * @param {string} fragment
   * @returns {Program}
   */
  start(vertex, fragment) {
    const key = `${vertex} ${fragment}`;
    const known = this.compiled.get(key);
    if (known) return known;
    const { gl, texts } = this;
    const handle = gl.createProgram();
    const shaders = [
      this.shader(gl.VERTEX_SHADER, texts[`${vertex}.vert`]),
      this.shader(gl.FRAGMENT_SHADER, texts[`${fragment}.frag`]),
    ];
    shaders.forEach((shader) => gl.attachShader(handle, shader));
    ATTRIBUTES[vertex].forEach((name, place) => name && gl.bindAttribLocation(handle, place, name));
    gl.linkProgram(handle);
    const program = { handle, shaders };
    this.compiled.set(key, program);
    return program;
  }

  /**
   * @param {number} kind
   * @param {string} text
   */
  shader(kind, text) {
    const { gl } = this;
    const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    return shader;
  }

  /**
   * @param {WebGLProgram} handle
   * @returns {Uniform[]}
   */
  uniformsOf(handle) {
    const { gl } = this;
    /** @type {{ [type: number]: string }} */
    const setters = {
      [gl.FLOAT]: "uniform1f", [gl.FLOAT_VEC2]: "uniform2fv", [gl.FLOAT_VEC3]: "uniform3fv",
      [gl.FLOAT_VEC4]: "uniform4fv", [gl.SAMPLER_2D]: "uniform1i",
      [gl.SAMPLER_2D_SHADOW]: "uniform1i",
      [gl.FLOAT_MAT3]: "uniformMatrix3fv", [gl.FLOAT_MAT4]: "uniformMatrix4fv",
    };
    const count = gl.getProgramParameter(handle, gl.ACTIVE_UNIFORMS);
    return Array.from({ length: count }, (_, i) => {
      const { name, type } = /** @type {WebGLActiveInfo} */ (gl.getActiveUniform(handle, i));
      const setter = setters[type];
      const call = /** @type {any} */ (gl);
      /** @type {Uniform["set"]} */
      const set = setter.startsWith("uniformMatrix")
        ? (place, value) => call[setter](place, false, value)
        : (place, value) => call[setter](place, value);
      return { name, place: gl.getUniformLocation(handle, name), set };
    });
  }
}
