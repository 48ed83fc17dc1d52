#version 330 core
// A square over the whole picture; corner is -1 to 1.
in vec2 corner;
void main() {
    gl_Position = vec4(corner, 0.0, 1.0);
}
