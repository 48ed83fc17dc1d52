#version 330 core
// A hole drilled into a flat top, whose rim is the unit circle around uv = (0, 0). It is no mesh: the ray
// is followed to its wall or its floor, and from there out to the light.
#include "lighting.glsl"

in vec3 v_position;
in vec2 v_uv;
flat in vec4 v_look;

uniform vec3 wood;

out vec4 colour;

const float DEEP = 2.6;  // in its radii

void main() {
    vec3 albedo = 0.25 * wood;
    // Quiet pieces lose colour, not form.
    albedo = mix(albedo, vec3(dot(albedo, vec3(0.3, 0.6, 0.1))), 0.35 * v_look.z);
    vec3 view = to_eye(v_position);
    vec2 by = view.xy / max(view.z, 0.15);
    float a = max(dot(by, by), 1e-4), b = dot(v_uv, by), c = dot(v_uv, v_uv) - 1.0;
    float deep = clamp((b + sqrt(max(b * b - a * c, 0.0))) / a, 0.0, DEEP);
    vec2 met = v_uv - deep * by;
    float lit = smoothstep(1.15, 0.85, length(met + deep * to_light.xy / to_light.z));
    float facing = deep < DEEP ? max(-dot(met, to_light.xy), 0.0) : to_light.z;
    vec3 light = albedo * (key * lit * facing + ambient_light(vec3(0.0, 0.0, 1.0)) * exp2(-1.5 * deep));
    colour = vec4(display(light), 1.0) * v_look.y;
}
