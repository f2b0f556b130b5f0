public import ArgumentParser
public import CarillonGenerate

extension TargetLanguage: ExpressibleByArgument {}
extension Access: ExpressibleByArgument {}
