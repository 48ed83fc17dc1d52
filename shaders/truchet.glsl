// The two-coloured pattern of a unit square face and what is lit of it, as signed distances.
//
// Of the four corners two opposite ones are linked by a band; around each of the other two lies a
// quarter disc of radius 1/2, so that all arcs end in the middle of an edge.

const float RADIUS = 0.5;

// x: distance to the arcs, negative inside the two corners apart. yz: its direction.
vec3 arcs(vec2 p, bool pair) {
    vec2 one = pair ? p : p - vec2(1.0, 0.0);
    vec2 two = pair ? p - vec2(1.0) : p - vec2(0.0, 1.0);
    vec2 near = dot(one, one) < dot(two, two) ? one : two;
    float far = length(near);
    return vec3(far - RADIUS, near / max(far, 1e-4));
}

// Distance to the edge of what is lit, negative inside. corners are 1 where lit.
float lit_edge(vec2 p, float arc, float band, vec4 corners) {
    vec4 x = vec4(p.x, 1.0 - p.x, p.x, 1.0 - p.x);
    vec4 y = vec4(p.y, p.y, 1.0 - p.y, 1.0 - p.y);
    vec4 blobs = sqrt(x * x + y * y) - RADIUS + 9.0 * (1.0 - corners);
    float blob = min(min(blobs.x, blobs.y), min(blobs.z, blobs.w));
    return min(blob, -arc + 9.0 * (1.0 - band));
}

// The part of the sky that is left by what stands beyond the edges and corners, 0 to 1.
float open_sky(vec2 p, uint pattern) {
    vec4 low = bits(pattern, 16);    // (-,-) (0,-) (+,-) (-,0)
    vec4 high = bits(pattern, 20);   // (+,0) (-,+) (0,+) (+,+)
    vec4 to_edge = clamp(1.0 - 2.0 * vec4(p.x, 1.0 - p.x, p.y, 1.0 - p.y), 0.0, 1.0);
    vec4 walls = vec4(low.w, high.x, low.y, high.z) * to_edge * to_edge;
    vec4 left = 1.0 - 0.5 * walls;
    vec2 across = min(p, 1.0 - p);
    float near = max(1.0 - 2.0 * length(across), 0.0);
    float corner = p.y < 0.5 ? (p.x < 0.5 ? low.x : low.z) : (p.x < 0.5 ? high.y : high.w);
    float post = 1.0 - 0.35 * corner * near * near;
    return min(left.x * left.y * left.z * left.w, post);
}
