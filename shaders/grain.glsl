// The colour of wood at a place in the world: rings in it run on from solid to solid.
uniform vec3 wood;
uniform sampler2D grain;

vec3 wood_at(vec3 place) {
    vec2 at = vec2(0.045 * place.x + 0.01 * place.z, 0.17 * place.y + 0.13 * place.z);
    return wood * mix(vec3(0.74, 0.66, 0.58), vec3(1.06), texture(grain, at).r);
}
