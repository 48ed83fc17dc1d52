// Shader programs and their uniforms.

// The places of a mesh's and an instance's numbers, by vertex shader.
const PLACES = ["in_position", "in_normal", "in_uv", "at", "turn", "look", "pattern"];
const ATTRIBUTES = {
  solid: PLACES,
  depth: PLACES,
  label: ["in_corner", "at", "box", "uv_box"],
  shade: ["in_position", "", "in_uv"],
  table: ["in_position", "", "in_uv"],
};

class Programs {
  // `texts` are the shaders' by their names.
  constructor(gl, texts) {
    this.gl = gl;
    this.texts = texts;
    this.compiled = new Map();
  }

  release() {
    for (const { handle, shaders } of this.compiled.values()) {
      shaders.forEach((shader) => this.gl.deleteShader(shader));
      this.gl.deleteProgram(handle);
    }
    this.compiled.clear();
  }

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
  begin(materials) {
    Object.keys(ATTRIBUTES).filter((name) => name !== "solid").forEach((name) => this.start(name, name));
    materials.forEach((name) => this.start("solid", name));
  }

  program(vertex, fragment) {
    const program = this.start(vertex, fragment);
    if (!program.uniforms) {
      const { gl } = this;
      if (!gl.getProgramParameter(program.handle, gl.LINK_STATUS)) {
        const logs = program.shaders.map((shader) => gl.getShaderInfoLog(shader));
        throw new Error([vertex, fragment, gl.getProgramInfoLog(program.handle), ...logs].join(" "));
      }
      program.uniforms = this.uniformsOf(program.handle);
    }
    return program;
  }

  start(vertex, fragment) {
    const key = `${vertex} ${fragment}`;
    if (!this.compiled.has(key)) {
      const { gl, texts } = this;
      const handle = gl.createProgram();
      const shaders = [
        this.shader(gl.VERTEX_SHADER, texts[`${vertex}.vert`]),
        this.shader(gl.FRAGMENT_SHADER, texts[`${fragment}.frag`]),
      ];
      shaders.forEach((shader) => gl.attachShader(handle, shader));
      ATTRIBUTES[vertex].forEach((name, place) => name && gl.bindAttribLocation(handle, place, name));
      gl.linkProgram(handle);
      this.compiled.set(key, { handle, shaders });
    }
    return this.compiled.get(key);
  }

  shader(kind, text) {
    const { gl } = this;
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    return shader;
  }

  uniformsOf(handle) {
    const { gl } = this;
    const setters = {
      [gl.FLOAT]: "uniform1f", [gl.FLOAT_VEC2]: "uniform2fv", [gl.FLOAT_VEC3]: "uniform3fv",
      [gl.FLOAT_VEC4]: "uniform4fv", [gl.SAMPLER_2D]: "uniform1i",
      [gl.SAMPLER_2D_SHADOW]: "uniform1i",
      [gl.FLOAT_MAT3]: "uniformMatrix3fv", [gl.FLOAT_MAT4]: "uniformMatrix4fv",
    };
    const count = gl.getProgramParameter(handle, gl.ACTIVE_UNIFORMS);
    return Array.from({ length: count }, (_, i) => {
      const { name, type } = gl.getActiveUniform(handle, i);
      const setter = setters[type];
      const set = setter.startsWith("uniformMatrix")
        ? (place, value) => gl[setter](place, false, value)
        : (place, value) => gl[setter](place, value);
      return { name, place: gl.getUniformLocation(handle, name), set };
    });
  }
}
