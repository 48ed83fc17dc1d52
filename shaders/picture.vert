#version 330

// A corner (0..1) of a picture: where it lies in clip space, and which part of the texture it is.
uniform vec4 box;
uniform vec4 part;
in vec2 corner;
out vec2 uv;

void main() {
    uv = part.xy + corner * part.zw;
    gl_Position = vec4(box.xy + corner * box.zw, 0.0, 1.0);
}
