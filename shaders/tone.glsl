// Linear light to the colours of a display: compresses what is brighter than a paper white.
vec3 display(vec3 linear) {
    vec3 over = max(linear - 0.7, 0.0);
    vec3 c = min(linear, 0.7) + 0.3 * (1.0 - exp2(-over * 4.0));
    // sRGB, off by at most a tenth of a step of 255; two roots are quicker than a power.
    vec3 root = sqrt(c);
    vec3 bent = 0.8338 * root + 0.2981 * sqrt(root) - 0.0553 * c - 0.0769;
    return max(bent, 12.92 * min(c, 0.0031308));
}
