#version 330 core
// A flat square of wood with a groove along its edges, half of it here and half in the neighbour;
// uv is the place from its middle. The groove is no mesh: a pixel gets as much of its colour as the
// groove takes of the pixel, so that lines thinner than a pixel are even.
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

// viewer/scene/solids.py holds the same figures: half a square's side without and with the groove.
const float SQUARE = 0.485, WHOLE = 0.5;

void main() {
    vec2 away = abs(v_uv), pixel = max(fwidth(v_uv), 1e-5);
    // How much of the pixel the whole groove takes, across each axis; its far end is the neighbour's.
    vec2 from = max(away - 0.5 * pixel, SQUARE), to = min(away + 0.5 * pixel, 2.0 * WHOLE - SQUARE);
    vec2 groove = clamp((to - from) / pixel, 0.0, 1.0);
    float part = max(groove.x, groove.y);

    // Its sides are seen where a pixel is smaller than they; farther off they are one dark line.
    vec2 clear = groove * clamp((WHOLE - SQUARE) / pixel - 0.5, 0.0, 1.0);
    vec3 normal = normalize(vec3(clear * sign(v_uv), 1.0));
    vec3 albedo = wood_at(v_position, v_normal, length(fwidth(v_position)))
        * ((v_pattern >> 16) != 0u ? 0.86 : 1.0);
    Matter oiled = Matter(albedo * mix(1.0, 0.5, part), 0.0, grain.z);
    vec3 light = surface(oiled, v_position, normal, normalize(v_normal), 1.0 - 0.5 * part);
    colour = vec4(display(light), 1.0) * v_look.y;
}
