#version 330 core
// One colour all over: marbles of glass, lacquered pods, brass pegs. The pattern's low four bits choose
// it: 0 and 1 the players' parts, 2 and 3 what is set into these, 5 a drilled hole, the others what
// viewer/scene/marks.py has.
#include "pattern.glsl"
#include "lighting.glsl"

in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
flat in vec4 v_turn;
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
uniform vec3 wood;

out vec4 colour;

const uint GLASS = 1u << 31;  // what turns its top to the eye is a sphere
const float DEEP = 2.6;       // a drilled hole, in its radii

// What is seen in a hole whose rim is the unit circle around uv = (0, 0): the ray is followed to its
// wall or its floor, and from there out to the light.
vec3 in_hole(vec3 albedo) {
    vec3 view = to_eye(v_position);
    vec2 by = view.xy / max(view.z, 0.15);
    float a = max(dot(by, by), 1e-4), b = dot(v_uv, by), c = dot(v_uv, v_uv) - 1.0;
    float deep = clamp((b + sqrt(max(b * b - a * c, 0.0))) / a, 0.0, DEEP);
    vec2 met = v_uv - deep * by;
    float lit = smoothstep(1.15, 0.85, length(met + deep * to_light.xy / to_light.z));
    float facing = deep < DEEP ? max(-dot(met, to_light.xy), 0.0) : to_light.z;
    return albedo * (key * lit * facing + ambient_light(vec3(0.0, 0.0, 1.0)) * exp2(-1.5 * deep));
}

void main() {
    uint which = v_pattern & 15u;
    vec3 albedo = which == 0u ? light_part : which == 1u ? dark_part : which == 2u ? lit_light
        : which == 3u ? lit_dark : which == 4u ? last : which == 5u ? 0.25 * wood
        : which == 6u ? threat : which == 7u ? won : which == 8u ? hint : which == 9u ? heat
        : which == 10u ? hover_light : hover_dark;
    // Quiet pieces lose colour, not form.
    albedo = mix(albedo, vec3(dot(albedo, vec3(0.3, 0.6, 0.1))), 0.35 * v_look.z);
    vec3 normal = normalize(v_normal);
    // Lacquer on the parts, brass set into them, and marks that shine less than both; what glows has
    // a light of its own instead.
    bool brass = (which == 2u || which == 3u) && v_look.w == 0.0;
    bool glass = (v_pattern & GLASS) != 0u;
    float rough = brass ? 0.3 : glass ? 0.07 : which < 2u ? 0.22 : 0.5;
    Matter matter = Matter(albedo, brass ? 1.0 : 0.0, rough);
    vec3 light = surface(matter, v_position, normal, normal, 1.0) + 0.3 * v_look.w * albedo;
    // Glass gathers the light that goes through it, low on its far side.
    float gathered = max(dot(normal, normalize(vec3(-to_light.xy, 0.1))), 0.0);
    if (glass) light += (0.9 * gathered * gathered * gathered) * key * albedo;
    if (which == 5u && dot(v_uv, v_uv) < 1.1) light = in_hole(albedo);
    colour = vec4(display(light), 1.0) * v_look.y;
}
