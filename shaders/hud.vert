#version 330

// A corner of the square (-1..1), and one box or stroke: its middle and half its size in pixels
// from the window's upper left corner, its direction, how round, how thick a border, how soft.
uniform vec2 window;
in vec2 corner;
in vec2 middle;
in vec2 half_size;
in vec2 direction;
in vec3 edge;
in vec4 fill;
in vec4 border;
out vec2 place;
flat out vec2 reach;
flat out vec3 shape;
flat out vec4 inner;
flat out vec4 outer;

void main() {
    place = corner * (half_size + edge.z + 1.0);
    reach = half_size;
    shape = edge;
    inner = fill;
    outer = border;
    vec2 at = middle + mat2(direction, vec2(-direction.y, direction.x)) * place;
    gl_Position = vec4(vec2(2.0, -2.0) * at / window + vec2(-1.0, 1.0), 0.0, 1.0);
}
