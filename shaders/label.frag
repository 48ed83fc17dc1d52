#version 330 core
// A letter of the atlas, the mean of 16 taps in a pixel: mipmaps cost more to make than that. It is
// inlaid, of a wood of its own and lit like the board, or written over everything.
#include "lighting.glsl"
#include "noise.glsl"

uniform sampler2D glyphs;
uniform vec4 ink;      // colour, strength: linear if inlaid, else as it is to be seen
uniform float inlaid;  // 1 or 0
uniform float spread;  // by how many texels the letter grows on all sides: it is an outline then

in vec3 v_position;
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
    vec3 seen = ink.rgb;
    if (inlaid > 0.0) {
        vec3 up = vec3(0.0, 0.0, 1.0);
        float fibre = 0.84 + 0.32 * noise(vec2(1.2, 31.0) * v_position.xy);
        seen = display(surface(Matter(ink.rgb * fibre, 0.0, 0.6), v_position, up, up, 1.0));
    }
    colour = vec4(seen * cover, cover);
}
