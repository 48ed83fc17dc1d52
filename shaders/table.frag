#version 330 core
// The table: fine felt that the key light makes a little brighter around the board, and far off has
// the colour of the background; in a picture without a table its shadow alone.
#include "lighting.glsl"
#include "felt.glsl"

uniform sampler2D table_shade;
uniform vec3 felt;    // the light that far off comes from it
uniform vec4 shadow;  // display colour, strength, of a shadow alone
uniform vec4 pool;    // the middle of where it is brighter, how far that reaches, 0 for no table

in vec3 v_position;
flat in vec3 v_shaded;
in vec2 v_uv;
out vec4 colour;

void main() {
    float dark = texture(table_shade, v_uv).r;
    vec3 light = felt * felt_tone(v_position.xy, pool.xyz) * mix(vec3(1.0), v_shaded, dark);
    float alone = shadow.a * dark;
    colour = pool.w > 0.0 ? vec4(display(light), 1.0) : vec4(shadow.rgb * alone, alone);
}
