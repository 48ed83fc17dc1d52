#version 330 core
// A square over the whole picture, as a strip of four vertices.
void main() {
    gl_Position = vec4(2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0, 0.0, 1.0);
}
