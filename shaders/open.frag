#version 330 core
// The table beyond all shadows, of which there is none to be looked up: as table.frag without any.
#include "lighting.glsl"
#include "felt.glsl"

uniform vec3 felt;
uniform vec4 pool;

in vec3 v_position;
out vec4 colour;

void main() {
    colour = vec4(display(felt * felt_tone(v_position.xy, pool.xyz)), 1.0);
}
