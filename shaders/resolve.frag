#version 330 core
// The mean of the samples of a pixel.
uniform sampler2DMS picture;
uniform ivec2 corner;  // where in the whole picture it lies
out vec4 colour;
void main() {
    colour = vec4(0.0);
    for (int i = 0; i < SAMPLES; ++i) colour += texelFetch(picture, ivec2(gl_FragCoord.xy) - corner, i);
    colour /= float(SAMPLES);
}
