#version 330

uniform sampler2D picture;
uniform float alpha;
in vec2 uv;
out vec4 colour;

void main() {
    colour = texture(picture, uv) * alpha;
}
