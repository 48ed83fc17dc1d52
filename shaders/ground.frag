#version 330 core
// The table in one frame of a photograph: hard shadows of that frame's light.
#include "lighting.glsl"
#include "felt.glsl"

in vec3 v_position;
out vec4 colour;

uniform vec3 table_lit;  // linear, where nothing is in the way of the light,
uniform vec3 table_met;  // and what comes from what is in the way
uniform vec4 pool;       // as in table.frag
uniform vec4 cover;      // the colour and alpha of a shadow alone

const float FIBRES = 0.10, CLOUDS = 0.04;
const float REACH = 40.0;  // of what can be told of the felt, around the board

// Noise that fades to its mean where it is finer than a pixel.
float fading(vec2 at) {
    return clamp(1.5 - length(fwidth(at)), 0.0, 1.0) * (noise(at) - 0.5);
}

// By how much the felt differs at a place from its mean: fibres that lie in all directions, here
// denser, there thinner. A photograph may take its time for this; a table that moves does without.
float felt_structure(vec2 place) {
    float fibres = 0.0;
    for (int i = 0; i < 4; i++) {
        float turn = 0.35 + 0.785 * float(i);
        vec2 along = vec2(cos(turn), sin(turn));
        fibres += fading(vec2(dot(along, place), dot(vec2(-along.y, along.x), place)) * vec2(4.5, 36.0)
                         + 31.0 * float(i));
    }
    float clouds = fading(0.9 * place) + 0.5 * fading(2.3 * place + 7.0);
    float near = 1.0 - smoothstep(0.5, 1.0, length(place - pool.xy) / REACH);
    return near * (FIBRES * fibres + CLOUDS * clouds);
}

void main() {
    vec3 at = (light_proj * vec4(v_position, 1.0)).xyz;
    // Around the map is nothing; the table may lie farther from the light than all that is in it.
    float lit = four_parts(vec3(at.xy, min(at.z - 0.004, 1.0)));
    vec3 light = mix(table_met, table_lit, lit) * felt_tone(v_position.xy, pool.xyz)
        * (1.0 + felt_structure(v_position.xy));
    colour = pool.w > 0.0 ? vec4(light, 1.0) : cover * (1.0 - lit);
}
