#version 330

in vec2 place;
flat in vec2 reach;
flat in vec3 shape;
flat in vec4 inner;
flat in vec4 outer;
out vec4 colour;

// Signed distance in pixels to a box with round corners.
float distance_to(vec2 at, vec2 half_size, float radius) {
    vec2 q = abs(at) - half_size + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

void main() {
    float d = distance_to(place, reach, min(shape.x, min(reach.x, reach.y)));
    float cover = shape.z > 0.0 ? 1.0 - smoothstep(-shape.z, shape.z, d) : clamp(0.5 - d, 0.0, 1.0);
    float rim = shape.y > 0.0 ? clamp(0.5 + d + shape.y, 0.0, 1.0) : 0.0;
    vec4 paint = mix(vec4(inner.rgb * inner.a, inner.a), vec4(outer.rgb * outer.a, outer.a), rim);
    colour = paint * cover;
}
