// A shot of a .glb file in, its picture as a data address out.
import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const TONES = { Standard: THREE.NoToneMapping, AgX: THREE.AgXToneMapping };
const renderer = new THREE.WebGLRenderer({ antialias: false, alpha: true, preserveDrawingBuffer: true });
const loader = new GLTFLoader();

function color([red, green, blue]) {
  return new THREE.Color().setRGB(red, green, blue, THREE.LinearSRGBColorSpace);
}

function camera(shot) {
  const result = new THREE.PerspectiveCamera(shot.fov, shot.size[0] / shot.size[1], shot.near, shot.far);
  new THREE.Matrix4().fromArray(shot.camera).decompose(result.position, result.quaternion, result.scale);
  return result;
}

// The loader makes a mesh of each material.
function flatten(model, glass) {
  model.traverse((node) => {
    if (node.isMesh) {
      const { map, color, vertexColors, side, opacity, transparent, alphaTest } = node.material;
      // Glass that is drawn as if it were opaque still has what is clear.
      const seen = glass ? { opacity, transparent, alphaTest } : { alphaTest: transparent ? 0.01 : alphaTest };
      node.material = new THREE.MeshBasicMaterial({ map, color, vertexColors, side, ...seen });
    }
  });
}

function light(scene, shot) {
  const sun = new THREE.DirectionalLight(0xffffff, Math.PI * shot.sun_energy);
  sun.position.fromArray(shot.sun).negate();
  scene.add(sun);
  // The light from all around, which is also what shiny things reflect.
  const around = new THREE.Scene();
  around.background = color(shot.ambient);
  const maker = new THREE.PMREMGenerator(renderer);
  scene.environment = maker.fromScene(around).texture;
  maker.dispose();
}

async function picture(shot) {
  const scene = new THREE.Scene();
  const { scene: model } = await loader.loadAsync("/files/" + shot.file);
  scene.add(model);
  renderer.setPixelRatio(1);
  renderer.setSize(...shot.size);
  renderer.toneMapping = TONES[shot.tone];
  if (shot.background) {
    scene.background = color(shot.background);
  }
  if (shot.light === "flat") {
    flatten(model, shot.glass);
  } else {
    light(scene, shot);
  }
  renderer.render(scene, camera(shot));
  return renderer.domElement.toDataURL("image/png");
}

window.trivox = { ready: Promise.resolve(), picture };
