#version 330 core
// Marbles of glass, in the players' colours: the lowest bit of the pattern says whose.
#include "lighting.glsl"

in vec3 v_position;
in vec3 v_normal;
flat in vec4 v_look;
flat in uint v_pattern;

uniform vec3 light_part;
uniform vec3 dark_part;

out vec4 colour;

void main() {
    vec3 albedo = (v_pattern & 1u) == 0u ? light_part : dark_part;
    // Quiet pieces lose colour, not form.
    albedo = mix(albedo, vec3(dot(albedo, vec3(0.3, 0.6, 0.1))), 0.35 * v_look.z);
    vec3 normal = normalize(v_normal);
    // What falls on a sphere from its neighbours lies where little light comes anyway: four depths tell
    // enough of it, and sixteen would make a full board dearer by a tenth.
    float lit = dot(normal, to_light) > 0.01 ? texture(shadow_map, in_map(v_position, normal)) : 0.0;
    vec3 light = lit_surface(Matter(albedo, 0.0, 0.07), v_position, normal, lit, 1.0);
    // Glass gathers the light that goes through it, low on its far side.
    float gathered = max(dot(normal, normalize(vec3(-to_light.xy, 0.1))), 0.0);
    light += (0.9 * gathered * gathered * gathered) * key * albedo;
    colour = vec4(display(light), 1.0) * v_look.y;
}
