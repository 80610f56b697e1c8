"""official_client.py URL KEY AUDIO: OpenAI's Python client, unmodified; JSON of what came."""
import json
import sys

from openai import OpenAI

url, key, audio = sys.argv[1:4]
client = OpenAI(api_key=key, base_url=f"{url}/v1")
heard = []
for options in ({"extra_query": {"intent": "transcription"}}, {"model": "speech-v1.5"}):
    with client.realtime.connect(**options) as connection:
        connection.session.update(session={"type": "transcription", "audio": {"input": {
            "format": {"type": "audio/pcm", "rate": 24000}, "turn_detection": None}}})
        connection.input_audio_buffer.append(audio=audio)
        connection.input_audio_buffer.commit()
        types = []
        for event in connection:
            types.append(event.type)
            if event.type.endswith("transcription.completed"):
                heard.append([*types, event.transcript, event.usage.type])
                break
print(json.dumps(heard))
