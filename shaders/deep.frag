#version 330 core
// How deep in the picture a place lies, 0 to 1 in three bytes: drawn to be asked, not to be seen.
out vec4 colour;

void main() {
    vec3 parts = fract(gl_FragCoord.z * vec3(1.0, 255.0, 65025.0));
    colour = vec4(parts - vec3(parts.yz, 0.0) / 255.0, 1.0);
}
