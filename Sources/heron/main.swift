print("heron")
