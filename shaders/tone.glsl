// Linear light to the colours of a display: compresses what is brighter than a paper white.
vec3 display(vec3 linear) {
    vec3 over = max(linear - 0.7, 0.0);
    vec3 c = min(linear, 0.7) + 0.3 * (1.0 - exp2(-over * 4.0));
    return max(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, 12.92 * min(c, 0.0031308));
}
