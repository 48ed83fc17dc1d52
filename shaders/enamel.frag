#version 330 core
// One colour all over: lacquered pods, brass pegs, tiles' sides, marks. The pattern's low four bits choose
// it: 0 and 1 the players' parts, 2 and 3 what is set into these, 5 dark wood, the others what
// viewer/scene/marks.py has.
#include "lighting.glsl"

in vec3 v_position;
in vec3 v_normal;
flat in vec4 v_look;
flat in uint v_pattern;

uniform vec3 light_part;
uniform vec3 dark_part;
uniform vec3 lit_light;
uniform vec3 lit_dark;
uniform vec3 hover_light;
uniform vec3 hover_dark;
uniform vec3 threat;
uniform vec3 won;
uniform vec3 last;
uniform vec3 hint;
uniform vec3 heat;
uniform vec3 drawn;
uniform vec3 wood;

out vec4 colour;

void main() {
    uint which = v_pattern & 15u;
    vec3 albedo = which == 0u ? light_part : which == 1u ? dark_part : which == 2u ? lit_light
        : which == 3u ? lit_dark : which == 4u ? last : which == 5u ? 0.25 * wood
        : which == 6u ? threat : which == 7u ? won : which == 8u ? hint : which == 9u ? heat
        : which == 10u ? hover_light : which == 11u ? hover_dark : drawn;
    // Quiet pieces lose colour, not form.
    albedo = mix(albedo, vec3(dot(albedo, vec3(0.3, 0.6, 0.1))), 0.35 * v_look.z);
    vec3 normal = normalize(v_normal);
    // Lacquer on the parts, brass set into them, and marks that shine less than both; what glows has
    // a light of its own instead.
    bool brass = (which == 2u || which == 3u) && v_look.w == 0.0;
    float rough = brass ? 0.3 : which < 2u ? 0.22 : 0.5;
    Matter matter = Matter(albedo, brass ? 1.0 : 0.0, rough);
    vec3 light = surface(matter, v_position, normal, normal, 1.0) + 0.3 * v_look.w * albedo;
    if (which > 11u) light = albedo;  // drawn by hand: the same in any light
    colour = vec4(display(light), 1.0) * v_look.y;
}
