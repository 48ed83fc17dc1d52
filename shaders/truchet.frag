#version 330 core
// A face of a two-coloured cube: two interlocking parts, a groove where they meet, round edges.
#include "pattern.glsl"
#include "truchet.glsl"
#include "lighting.glsl"

in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
flat in vec4 v_turn;
flat in vec4 v_look;
flat in uint v_pattern;

uniform vec3 light_part;   // linear colours of the two parts, and of the marks on them
uniform vec3 dark_part;
uniform vec3 hover_light;
uniform vec3 hover_dark;
uniform vec3 threat;
uniform vec3 won;
uniform vec3 last;
uniform vec3 hint;

out vec4 colour;

const float SATIN = 0.38, GLOSS = 0.2;  // how rough the light and the dark part are
const float GROOVE = 0.03;
const float SEAM = 0.011;
const float INSET = 0.075;
const float THIN = 0.028;      // half the width of the line round what is hovered
const float BROAD = 0.06;      // and of the ring round what is threatened
const float EDGES = 0.022;     // and of the lines along the edges of a ghost
const uint WON = 128u, GHOST = 1u << 29, HINT = 1u << 30;

float below(float edge, float pixel) {
    return clamp(0.5 - edge / pixel, 0.0, 1.0);
}

// A line of half width w at distance d, its strength kept when it is thinner than a pixel.
float line(float d, float w, float pixel) {
    return clamp((w - d) / pixel + 0.5, 0.0, 1.0) * min(1.0, 2.0 * w / pixel);
}

// Lines of half width w along edges, their middles at a distance from them.
float edge_lines(vec4 to_edge, float at, float w, vec2 step_uv) {
    return max(line(abs(min(to_edge.x, to_edge.y) - at), w, step_uv.x),
               line(abs(min(to_edge.z, to_edge.w) - at), w, step_uv.y));
}

void main() {
    vec2 p = clamp(v_uv, 0.0, 1.0);
    bool corner_dark = (v_pattern & 1u) != 0u, pair = (v_pattern & 2u) != 0u;
    vec4 edges = round_edges(v_pattern);
    vec3 arc = arcs(p, pair);
    vec2 dx = dFdx(v_uv), dy = dFdy(v_uv);
    float pixel = max(length(vec2(dot(arc.yz, dx), dot(arc.yz, dy))), 1e-4);
    vec2 step_uv = max(vec2(length(vec2(dx.x, dy.x)), length(vec2(dx.y, dy.y))), 1e-4);

    float apart = below(arc.x, pixel);
    float dark = corner_dark == pair ? apart : 1.0 - apart;
    vec3 albedo = mix(light_part, dark_part, dark);

    // The two parts meet in a groove; its sides lean towards it.
    float width = max(GROOVE, 1.5 * pixel);
    float groove = max(0.0, 1.0 - abs(arc.x) / width) * (GROOVE / width);
    float side = clamp(-arc.x / max(0.5 * GROOVE, pixel), -1.0, 1.0);
    vec2 lean = arc.yz * (0.55 * groove * side);

    // Round edges bend the normal; flat ones keep a narrow seam.
    vec3 bent = normalize(from_axis(p, edges));
    vec3 normal = rotated(v_turn, normalize(bent + vec3(lean, 0.0)));
    vec4 to_edge = vec4(p.x, 1.0 - p.x, p.y, 1.0 - p.y);
    vec4 flats = to_edge + edges;
    float seam = max(line(min(flats.x, flats.y), SEAM, step_uv.x),
                     line(min(flats.z, flats.w), SEAM, step_uv.y));

    float shade = open_sky(p, v_pattern) * (1.0 - 0.45 * groove) * (1.0 - 0.6 * seam);
    albedo *= (1.0 - 0.4 * groove) * (1.0 - 0.45 * seam);

    // What has won keeps a border of its own colour and the rest is quieter; what is hovered keeps
    // its colour, brighter, within a line; what is threatened has a broad ring within.
    float inside = lit_edge(p, arc.x, bits(v_pattern, 6).x, bits(v_pattern, 2));
    float own = below(inside, pixel);
    bool decided = (v_pattern & WON) != 0u;
    albedo = mix(albedo, vec3(dot(albedo, vec3(0.3, 0.6, 0.1))), 0.35 * v_look.z * (1.0 - own));
    float glow = decided ? 0.0 : own * v_look.w;
    if (decided) albedo = mix(albedo, won, below(inside + INSET, pixel) * v_look.w);
    float round_it = line(abs(inside + 0.5 * INSET + THIN), THIN, pixel) * glow;
    albedo = mix(albedo, mix(hover_light, hover_dark, dark), round_it);
    float danger = lit_edge(p, arc.x, bits(v_pattern, 28).x, bits(v_pattern, 24));
    albedo = mix(albedo, threat, line(abs(danger + 0.3 * INSET + BROAD), BROAD, pixel) * v_look.w);

    float framed = edge_lines(to_edge + 9.0 * (1.0 - bits(v_pattern, 12)), 0.045, 0.026, step_uv);
    albedo = mix(albedo, last, framed);
    // A ghost's edges: one light line beside a dark one can be seen on every colour.
    bool hinted = (v_pattern & HINT) != 0u;
    float ghostly = (v_pattern & (GHOST | HINT)) != 0u ? 1.0 : 0.0;
    float outer = ghostly * edge_lines(to_edge, EDGES, EDGES, step_uv);
    float inner = ghostly * edge_lines(to_edge, 2.6 * EDGES, 0.6 * EDGES, step_uv);
    albedo = mix(mix(albedo, vec3(0.01), inner), hinted ? hint : vec3(1.0), outer);

    Matter matter = Matter(albedo, 0.0, mix(SATIN, GLOSS, dark));
    vec3 light = surface(matter, v_position, normal, v_normal, shade);
    light += 0.22 * glow * (1.0 - round_it) * mix(light_part, hover_dark, dark);
    light += 0.35 * outer * (hinted ? hint : vec3(1.0));
    colour = vec4(display(light), 1.0) * v_look.y;
}
