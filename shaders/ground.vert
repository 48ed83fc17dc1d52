#version 330 core
// A square of the table, as a strip of four vertices; square is its middle and half its side.
uniform vec4 square;
uniform mat4 view_proj;
out vec3 v_position;
void main() {
    vec2 corner = 2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0;
    v_position = square.xyz + vec3(square.w * corner, 0.0);
    gl_Position = view_proj * vec4(v_position, 1.0);
}
