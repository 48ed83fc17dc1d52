#version 330 core
// The table in one frame of a photograph: hard shadows of that frame's light.
#include "lighting.glsl"

in vec3 v_position;
out vec4 colour;

uniform vec3 table_lit;  // linear, where nothing is in the way of the light
uniform vec3 table_met;  // and what comes from what is in the way
uniform vec4 pool;       // the middle of the lamp's light on the table, its radius, and what is left
                         // of it far away
uniform vec4 cover;      // the alpha of a shadow, for a picture without a table

void main() {
    vec3 at = (light_proj * vec4(v_position, 1.0)).xyz;
    vec2 size = vec2(textureSize(shadow_map, 0)), texel = at.xy * size - 0.5;
    // Beyond the map is nothing; the table may lie farther from the light than all that is in it.
    float depth = min(at.z - 0.004, 1.0);
    ivec2 base = ivec2(floor(texel));
    vec2 part = texel - vec2(base);
    float lit = 1.0;
    if (base.x >= 0 && base.y >= 0 && base.x + 1 < int(size.x) && base.y + 1 < int(size.y)) {
        vec4 free = step(vec4(depth), vec4(texelFetch(shadow_map, base, 0).r,
                                           texelFetch(shadow_map, base + ivec2(1, 0), 0).r,
                                           texelFetch(shadow_map, base + ivec2(0, 1), 0).r,
                                           texelFetch(shadow_map, base + ivec2(1, 1), 0).r));
        lit = mix(mix(free.x, free.y, part.x), mix(free.z, free.w, part.x), part.y);
    }
    vec2 away = (v_position.xy - pool.xy) / pool.z;
    float bright = mix(pool.w, 1.0, exp2(-dot(away, away)));
    colour = vec4(mix(table_met, table_lit, lit) * bright, 1.0);
    if (cover.a > 0.0) colour = cover * (1.0 - lit);
}
