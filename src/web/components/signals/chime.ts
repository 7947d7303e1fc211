let context: AudioContext | null = null;

const notes = [
  { hertz: 660, at: 0 },
  { hertz: 880, at: 0.14 },
] as const;
const seconds = 0.3;

/** Two short tones. Where the browser lets no sound begin yet, nothing is heard. */
export function chime(): void {
  context ??= new AudioContext();
  const audio = context;
  const play = (): void => {
    for (const { hertz, at } of notes) {
      const from = audio.currentTime + at;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.08, from);
      volume.gain.exponentialRampToValueAtTime(0.0001, from + seconds);
      tone.connect(volume).connect(audio.destination);
      tone.start(from);
      tone.stop(from + seconds);
    }
  };
  audio.resume().then(play, () => undefined);
}
