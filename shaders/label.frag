#version 330 core
// A letter of the atlas, the mean of 16 taps in a pixel: mipmaps cost more to make than that.
uniform sampler2D glyphs;
uniform vec4 ink;  // display colour, strength
in vec2 v_uv;
out vec4 colour;
void main() {
    vec2 dx = dFdx(v_uv), dy = dFdy(v_uv);
    float cover = 0.0;
    for (int i = 0; i < 16; ++i) {
        vec2 by = (vec2(i & 3, i >> 2) - 1.5) * 0.25;
        cover += texture(glyphs, v_uv + by.x * dx + by.y * dy).r;
    }
    cover *= ink.a / 16.0;
    colour = vec4(ink.rgb * cover, cover);
}
