#version 330 core
// One colour everywhere: what is drawn to be asked what lies under a pointer, not to be seen.
uniform vec4 mark;

out vec4 colour;

void main() {
    colour = mark;
}
