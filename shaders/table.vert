#version 330 core
// The part of the table that the shadow falls on.
in vec3 in_position;
in vec2 in_uv;
uniform mat4 view_proj;
out vec2 v_uv;
void main() {
    v_uv = in_uv;
    gl_Position = view_proj * vec4(in_position, 1.0);
}
