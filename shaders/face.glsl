// A face of a two-coloured cube: two interlocking parts, a groove where they meet, and chamfers, so
// that between neighbours in one plane there is a fine double line. The light part is satin wood, the
// dark one polished; no two cubes have quite the same tone and grain.
//
// MARKED is for faces that may have marks, which are a tenth of the work.
#include "pattern.glsl"
#include "truchet.glsl"
#include "noise.glsl"
#include "lighting.glsl"

in vec3 v_position;
in vec3 v_normal;
in vec2 v_uv;
flat in vec4 v_own;
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

const float SATIN = 0.42, GLOSS = 0.26;  // how rough the light and the dark part are
const float WORN = 0.55, WEAR = 0.3;  // how much rougher a round corner is, and from how far it begins
const float GROOVE = 0.03;
const float GAP = 0.007, CHAMFER = 0.026;  // half the width of a joint, and of a chamfer beside it
const float INSET = 0.075;
const float THIN = 0.028;      // half the width of the line round what is hovered
const float RING_AT = 0.07;    // the middle of the line within what was enclosed, from its border
const float RING = 0.025;      // and half its width
const float BROAD = 0.06;      // and of the ring round what is threatened
const float FRAME = 0.03;      // and of the lines along the edges of the last move's piece
const float EDGES = 0.022;     // and of the lines along the edges of a ghost
const uint WON = 128u, GHOST = 1u << 29, HINT = 1u << 30, BOTH = 1u << 28;

float below(float edge, float pixel) {
    return clamp(0.5 - edge / pixel, 0.0, 1.0);
}

// A line of half width w at distance d, its strength kept when it is thinner than a pixel.
float line(float d, float w, float pixel) {
    return clamp((w - d) / pixel + 0.5, 0.0, 1.0) * min(1.0, 2.0 * w / pixel);
}

// Lines of half width w along edges, their middles at a distance from them.
float edge_lines(vec4 to_edge, vec2 at, vec2 w, vec2 step_uv) {
    return max(line(abs(min(to_edge.x, to_edge.y) - at.x), w.x, step_uv.x),
               line(abs(min(to_edge.z, to_edge.w) - at.y), w.y, step_uv.y));
}

// How much narrower each axis of a face looks than lengths that are not foreshortened, from 1 on:
// lines so much wider are even in the picture. bent is the face's normal in its own frame: over a
// round edge that is the neighbour's, so that a line goes on there as wide as it comes.
vec2 foreshortened(vec3 bent) {
    vec3 seen = rotated(v_turn * vec4(-1.0, -1.0, -1.0, 1.0), to_eye(v_position));
    vec2 along = (seen.yx * bent.z - seen.z * bent.yx) / sqrt(1.0 - bent.xy * bent.xy);
    return clamp(sqrt(1.0 - along * along) / max(dot(seen, bent), 0.1), 1.0, 3.0);
}

void main() {
    vec2 p = clamp(v_uv, 0.0, 1.0);
    bool corner_dark = (v_pattern & 1u) != 0u, pair = (v_pattern & 2u) != 0u;
    vec4 edges = round_edges(v_pattern);
    vec3 arc = arcs(p, pair);
    vec2 dx = dFdx(v_uv), dy = dFdy(v_uv);
    float soft = unsharp(v_position);
    float pixel = max(length(vec2(dot(arc.yz, dx), dot(arc.yz, dy))), 1e-4) + soft;
    vec2 step_uv = max(vec2(length(vec2(dx.x, dy.x)), length(vec2(dx.y, dy.y))), 1e-4) + soft;

    float apart = below(arc.x, pixel);
    float dark = corner_dark == pair ? apart : 1.0 - apart;
    vec3 albedo = mix(light_part, dark_part, dark);

    // Its own tone, and grain along one of its sides.
    vec2 along = v_own.x < 0.5 ? p : p.yx;
    float grain = noise(vec2(1.6, 26.0) * along + 97.0 * v_own.yw) - 0.5;
    grain *= clamp(1.5 - 40.0 * max(step_uv.x, step_uv.y), 0.0, 1.0);
    albedo *= 1.0 + 0.07 * (v_own.z - 0.5) + mix(0.11, 0.06, dark) * grain;

    // The two parts meet in a groove; its sides lean towards it.
    float width = max(GROOVE, 1.5 * pixel);
    float groove = max(0.0, 1.0 - abs(arc.x) / width) * (GROOVE / width);
    float side = clamp(-arc.x / max(0.5 * GROOVE, pixel), -1.0, 1.0);
    vec2 lean = arc.yz * (0.55 * groove * side);

    // Round edges bend the normal; along the others is a narrow chamfer, and the joint beside it.
    vec4 to_edge = vec4(p.x, 1.0 - p.x, p.y, 1.0 - p.y);
    vec4 flats = to_edge + edges;
    vec2 joint = min(flats.xz, flats.yw);
    vec2 chamfer = clamp((CHAMFER - joint) / step_uv + 0.5, 0.0, 1.0)
        * clamp(2.0 * CHAMFER / step_uv, 0.0, 1.0) * sign(p - 0.5);
    vec3 bent = normalize(from_axis(p, edges));
    vec3 normal = rotated(v_turn, normalize(bent + vec3(lean + 0.7 * chamfer, 0.0)));
    float seam = max(line(joint.x, GAP, step_uv.x), line(joint.y, GAP, step_uv.y));

    float shade = open_sky(p, v_pattern) * (1.0 - 0.45 * groove) * (1.0 - 0.75 * seam);
    albedo *= (1.0 - 0.4 * groove) * (1.0 - 0.6 * seam);

    // While a game's end is lit, the rest is quieter.
    vec3 quiet = mix(albedo, vec3(dot(albedo, vec3(0.3, 0.6, 0.1))), 0.35 * v_look.z);
#ifdef MARKED
    // What has won keeps a border of its own colour; what is hovered keeps its colour, brighter,
    // within a line; what is threatened has a broad ring within.
    float band = bits(v_pattern, 6).x;
    vec4 corners = bits(v_pattern, 2);
    bool decided = (v_pattern & WON) != 0u, both = decided && (v_pattern & BOTH) != 0u;
    // Of both, the band has won if it is lit, else the corners have; the other part is hovered.
    float inside = lit_edge(p, arc.x, band, both ? corners * (1.0 - band) : corners);
    float hovered = both ? lit_edge(p, arc.x, 1.0 - band, corners * band) : decided ? 9.0 : inside;
    albedo = mix(quiet, albedo, below(min(inside, hovered), pixel));
    float glow = below(hovered, pixel) * v_look.w;
    // What was enclosed has lost: it is told from what has won by a line as well as by its colour.
    bool hinted = (v_pattern & HINT) != 0u, enclosed = decided && hinted;
    float ring = line(abs(inside + INSET + RING_AT), RING, pixel);
    // Where groups of both colours were enclosed the dark ones are dark, with the line in red.
    bool deep = enclosed && (v_pattern & GHOST) != 0u && dark > 0.5;
    vec3 lost = deep ? mix(0.15 * threat, threat, ring) : mix(threat, light_part, ring);
    vec3 filled = enclosed ? lost : won;
    if (decided) albedo = mix(albedo, filled, below(inside + INSET, pixel) * v_look.w);
    float round_it = line(abs(hovered + 0.5 * INSET + THIN), THIN, pixel) * glow;
    albedo = mix(albedo, mix(hover_light, hover_dark, dark), round_it);
    float danger = lit_edge(p, arc.x, both ? 0.0 : bits(v_pattern, 28).x, bits(v_pattern, 24));
    albedo = mix(albedo, threat, line(abs(danger + 0.3 * INSET + BROAD), BROAD, pixel) * v_look.w);

    vec2 wider = foreshortened(bent);
    vec4 to_frame = to_edge + 9.0 * (1.0 - bits(v_pattern, 12));
    float framed = edge_lines(to_frame, FRAME * wider, FRAME * wider, step_uv);
    albedo = mix(albedo, last, framed);
    // A ghost's edges: one light line beside a dark one can be seen on every colour.
    float ghostly = !decided && (v_pattern & (GHOST | HINT)) != 0u ? 1.0 : 0.0;
    float outer = ghostly * edge_lines(to_edge, vec2(EDGES), vec2(EDGES), step_uv);
    float inner = ghostly * edge_lines(to_edge, vec2(2.6 * EDGES), vec2(0.6 * EDGES), step_uv);
    albedo = mix(mix(albedo, vec3(0.01), inner), hinted ? hint : vec3(1.0), outer);
#else
    albedo = quiet;
#endif

    // Towards round corners an edge is worn: its glint fades, which else would be cut off there.
    vec4 worn = clamp((WEAR - to_edge) / (WEAR - BEVEL), 0.0, 1.0) * edges;
    float rough = mix(SATIN, GLOSS, dark) + WORN * max(worn.x, worn.y) * max(worn.z, worn.w);
    Matter matter = Matter(albedo, 0.0, rough);
    vec3 light = surface(matter, v_position, normal, v_normal, shade);
#ifdef MARKED
    light += 0.22 * glow * (1.0 - round_it) * mix(light_part, hover_dark, dark);
    light += 0.35 * outer * (hinted ? hint : vec3(1.0));
#endif
    colour = vec4(display(light), 1.0) * v_look.y;
}
