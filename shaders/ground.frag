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

void main() {
    vec3 at = (light_proj * vec4(v_position, 1.0)).xyz;
    // Around the map is nothing; the table may lie farther from the light than all that is in it.
    float lit = four_parts(vec3(at.xy, min(at.z - 0.004, 1.0)));
    vec3 light = mix(table_met, table_lit, lit) * felt_tone(v_position.xy, pool.xyz);
    colour = pool.w > 0.0 ? vec4(light, 1.0) : cover * (1.0 - lit);
}
