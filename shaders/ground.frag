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

const float FIBRES = 0.10;
const float THREE = 3.0;  // pixels: fibres thinner than this are not told apart

// Noise that fades to its mean where its finest is too thin to be seen.
float fading(vec2 at) {
    return clamp(1.5 - THREE * length(fwidth(at)), 0.0, 1.0) * (noise(at) - 0.5);
}

// By how much the felt differs at a place from its mean: near by, fibres that lie in all directions.
// From farther off the table is even: no sum of frames makes a structure fainter that each of them
// has, so what cannot be told to be fibres there would look like blotches that stay for ever. A
// photograph may take its time for this; a table that moves does without.
float felt_structure(vec2 place) {
    float fibres = 0.0;
    for (int i = 0; i < 4; i++) {
        float turn = 0.35 + 0.785 * float(i);
        vec2 along = vec2(cos(turn), sin(turn));
        fibres += fading(vec2(dot(along, place), dot(vec2(-along.y, along.x), place)) * vec2(4.5, 36.0)
                         + 31.0 * float(i));
    }
    return FIBRES * fibres;
}

void main() {
    vec3 at = (light_proj * vec4(v_position, 1.0)).xyz;
    // Around the map is nothing; the table may lie farther from the light than all that is in it.
    float lit = four_parts(vec3(at.xy, min(at.z - 0.004, 1.0)));
    vec3 light = mix(table_met, table_lit, lit) * felt_tone(v_position.xy, pool.xyz)
        * (1.0 + felt_structure(v_position.xy));
    colour = pool.w > 0.0 ? vec4(light, 1.0) : cover * (1.0 - lit);
}
