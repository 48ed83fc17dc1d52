#version 330 core
// A convex outline in clip space, as a fan of its corners.
uniform vec2 corners[24];  // viewer/camera/outline.py: SIDES
void main() {
    gl_Position = vec4(corners[gl_VertexID], 0.0, 1.0);
}
