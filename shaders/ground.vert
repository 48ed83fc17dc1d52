#version 330 core
// A square of the table; corner is -1 to 1, square its middle and half its side.
in vec2 corner;
uniform vec4 square;
uniform mat4 view_proj;
out vec3 v_position;
void main() {
    v_position = square.xyz + vec3(square.w * corner, 0.0);
    gl_Position = view_proj * vec4(v_position, 1.0);
}
