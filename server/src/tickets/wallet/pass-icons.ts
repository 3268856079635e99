const BASE64 = {
  'icon.png':
    'iVBORw0KGgoAAAANSUhEUgAAAB0AAAAdCAIAAADZ8fBYAAAAP0lEQVR4nGPIlQ6iBWIYNXfUXDLM/Y8EqGPufxyAInNxGUrQaHzm4jcUv9Gj5o6aO2ruqLmDyVxK0Ki5tDUXAGLqYmHuBMH3AAAAAElFTkSuQmCC',
  'icon@2x.png':
    'iVBORw0KGgoAAAANSUhEUgAAADoAAAA6CAIAAABu2d1/AAAAdUlEQVR4nO3OQQ2AMBAAwfrAFT7w/wQDtIG7S2jDbFbAtGPbF7p9LsCdZlxcXFxcXNy7z35zcQfQWnQB96G1RJzlvrLmxSluwJoUx7lha0Yc5CatYfEPuCXWmBgXFxcXFxcXFxcXFxcXFxcXd4VxcXFxcXEHX1pZyaquk2LQAAAAAElFTkSuQmCC',
  'icon@3x.png':
    'iVBORw0KGgoAAAANSUhEUgAAAFcAAABXCAIAAAD+qk47AAAAwElEQVR4nO3QURGAMAxEwfrAFT7w/wkWCvQC7WzmCchtO7Zd7fMP/hAFChQoUKBAgQIFChQoUKBAgQIFChQmVzg7bmWFnv2fWBQp3N1fbBFXeLO/zCKrMIogDRFUGEsQhUgpJAhyEBGFHEEIgkJGIU2QgKAQUKghGA5BgUJCoZJgLAQFChQoUKBAgQIFChQoUKBAgQIFChQoUKBAgQIFChQoUKBAgQIFChQorKwwbxQoUKBAgQIFChQoUKBAgcLTLogWOjHU3qbPAAAAAElFTkSuQmCC',
}

/** The icons of a pass: the shop's arch in white on plum, as PNGs of 29, 58 and 87 pixels. */
export const PASS_ICONS: Record<string, Buffer> = Object.fromEntries(
  Object.entries(BASE64).map(([name, data]) => [name, Buffer.from(data, 'base64')]),
)
