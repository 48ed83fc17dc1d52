#version 330 core
// Wood: the rim and the teeth, and the holes' faces (darker, so that holes read as holes).
#include "pattern.glsl"
#include "truchet.glsl"
#include "lighting.glsl"

in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
flat in vec4 v_turn;
flat in vec4 v_look;
flat in uint v_pattern;

uniform vec3 wood;
uniform sampler2D grain;

out vec4 colour;

void main() {
    vec2 at = vec2(0.045 * v_position.x + 0.01 * v_position.z,
                   0.17 * v_position.y + 0.13 * v_position.z);
    float rings = texture(grain, at).r;
    vec3 albedo = wood * mix(vec3(0.74, 0.66, 0.58), vec3(1.06), rings);
    float shade = open_sky(v_uv, v_pattern);
    if ((v_pattern >> 16) != 0u) albedo *= mix(0.62, 0.86, shade);
    vec3 normal = normalize(v_normal);
    vec3 light = surface(albedo, v_position, normal, normal, shade, 0.35);
    colour = vec4(display(light), 1.0) * v_look.y;
}
