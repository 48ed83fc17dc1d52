#version 330 core
// The mean of the samples of a pixel.
uniform sampler2DMS picture;
out vec4 colour;
void main() {
    colour = vec4(0.0);
    for (int i = 0; i < SAMPLES; ++i) colour += texelFetch(picture, ivec2(gl_FragCoord.xy), i);
    colour /= float(SAMPLES);
}
