#version 330 core
// A flat piece of wood with a hollow drilled in its middle, which is uv = (0, 0). The hollow is no
// mesh: where the eye looks into its circle, the ray is followed to the bowl below.
#include "pattern.glsl"
#include "lighting.glsl"
#include "grain.glsl"

in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
flat in vec4 v_turn;
flat in vec4 v_look;
flat in uint v_pattern;

out vec4 colour;

// viewer/scene/solids.py holds the same figures: radius, width of the round edge, depth.
const float HOLE = 0.33, EDGE = 0.035, DEPTH = 0.19;
const float BOWL = (HOLE * HOLE + DEPTH * DEPTH) / (2.0 * DEPTH);
const vec3 MIDDLE = vec3(0.0, 0.0, BOWL - DEPTH);  // of the sphere that the bowl is a part of

void main() {
    float far = length(v_uv);
    float pixel = max(length(vec2(dFdx(far), dFdy(far))), 1e-5);
    float inside = clamp(0.5 + (HOLE - far) / pixel, 0.0, 1.0);
    vec3 home = v_position - vec3(v_uv, 0.0);

    // The surface, bent down around the hollow.
    float bent = 0.85 * clamp((HOLE + EDGE - far) / EDGE, 0.0, 1.0);
    vec3 normal = vec3(-v_uv / max(far, 1e-4) * bent, sqrt(1.0 - bent * bent));

    // The bowl, where the ray meets it, and where the light for that place comes in.
    vec3 start = vec3(v_uv, 0.0) - MIDDLE, way = -to_eye(v_position);
    float along = dot(start, way);
    float reach = sqrt(max(along * along + BOWL * BOWL - dot(start, start), 0.0)) - along;
    vec3 met = start + reach * way, place = met + MIDDLE;
    vec3 entry = place - to_light * (place.z / to_light.z);
    float open = smoothstep(HOLE + 0.03, HOLE - 0.03, length(entry.xy));

    // Of the round edge nothing is seen that is turned away.
    normal -= max(dot(normal, way), 0.0) * way;

    // One of the two, or at the edge something between them: so it is smooth.
    vec3 wooden = inside > 0.5 ? place : vec3(v_uv, 0.0);  // between the two is air
    normal = mix(normal, -met / BOWL, inside);
    // Two that face each other mix to a short one: their lights are mixed, not their directions.
    float agreed = length(normal);
    normal /= max(agreed, 1e-3);
    float lit = agreed * mix(1.0, open, inside)
        * lit_part(home + mix(vec3(v_uv, 0.0), entry, inside), vec3(0.0, 0.0, 1.0));
    float shade = mix(1.0 - 0.3 * bent, 1.0 + 0.45 * place.z / DEPTH, inside);
    vec3 albedo = wood_at(home + wooden, normal, length(fwidth(v_position))) * mix(1.0, 0.8, inside);
    Matter oiled = Matter(albedo, 0.0, mix(grain.z, 0.8, inside));
    vec3 light = lit_surface(oiled, v_position, normal, lit, shade);
    colour = vec4(display(light), 1.0) * v_look.y;
}
