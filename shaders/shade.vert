#version 330 core
// The same part of the table laid out flat, to collect its shadow in a small texture.
in vec3 in_position;
in vec2 in_uv;
out vec3 v_position;
void main() {
    v_position = in_position;
    gl_Position = vec4(2.0 * in_uv - 1.0, 0.0, 1.0);
}
