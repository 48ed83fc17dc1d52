#version 330 core
// A letter of the atlas, the mean of 16 taps in a pixel: mipmaps cost more to make than that.
uniform sampler2D glyphs;
uniform vec4 ink;      // display colour, strength
uniform float spread;  // by how many texels the letter grows on all sides: it is an outline then
in vec2 v_uv;
out vec4 colour;

const int AROUND = 12;

float letter(vec2 at, vec2 dx, vec2 dy) {
    float cover = 0.0;
    for (int i = 0; i < 16; ++i) {
        vec2 by = (vec2(i & 3, i >> 2) - 1.5) * 0.25;
        cover += texture(glyphs, at + by.x * dx + by.y * dy).r;
    }
    return cover / 16.0;
}

void main() {
    vec2 dx = dFdx(v_uv), dy = dFdy(v_uv);
    float cover = letter(v_uv, dx, dy);
    if (spread > 0.0) {
        vec2 reach = spread / vec2(textureSize(glyphs, 0));
        for (int i = 0; i < AROUND; ++i) {
            float turn = 6.2831853 * float(i) / float(AROUND);
            cover = max(cover, letter(v_uv + reach * vec2(cos(turn), sin(turn)), dx, dy));
        }
    }
    cover *= ink.a;
    colour = vec4(ink.rgb * cover, cover);
}
