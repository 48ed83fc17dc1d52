// Shader programs, compiled when first used, and their uniforms.

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
    this.made = new Map();
  }

  release() {
    this.made.forEach(({ handle }) => this.gl.deleteProgram(handle));
    this.made.clear();
  }

  use(vertex, fragment, values) {
    const { gl } = this;
    const program = this.program(vertex, fragment);
    gl.useProgram(program.handle);
    for (const { name, place, set } of program.uniforms) {
      if (values[name] !== undefined) set(place, values[name]);
    }
  }

  program(vertex, fragment) {
    const key = `${vertex} ${fragment}`;
    if (!this.made.has(key)) {
      const { gl, texts } = this;
      const handle = gl.createProgram();
      [[gl.VERTEX_SHADER, `${vertex}.vert`], [gl.FRAGMENT_SHADER, `${fragment}.frag`]].forEach(
        ([kind, name]) => gl.attachShader(handle, this.shader(kind, name, texts[name])));
      ATTRIBUTES[vertex].forEach((name, place) => name && gl.bindAttribLocation(handle, place, name));
      gl.linkProgram(handle);
      if (!gl.getProgramParameter(handle, gl.LINK_STATUS)) {
        throw new Error(`${key}: ${gl.getProgramInfoLog(handle)}`);
      }
      this.made.set(key, { handle, uniforms: this.uniformsOf(handle) });
    }
    return this.made.get(key);
  }

  shader(kind, name, text) {
    const { gl } = this;
    const made = gl.createShader(kind);
    gl.shaderSource(made, text);
    gl.compileShader(made);
    if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) {
      throw new Error(`${name}: ${gl.getShaderInfoLog(made)}`);
    }
    return made;
  }

  uniformsOf(handle) {
    const { gl } = this;
    const setters = {
      [gl.FLOAT]: "uniform1f", [gl.FLOAT_VEC2]: "uniform2fv", [gl.FLOAT_VEC3]: "uniform3fv",
      [gl.FLOAT_VEC4]: "uniform4fv", [gl.SAMPLER_2D]: "uniform1i",
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
