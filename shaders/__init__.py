"""GLSL 330 core sources; ``viewer.renderer.programs`` resolves their includes."""
